"""From a definition to an agent that can be tested."""

from optimize.adapters.agents.declared_agent import DeclaredAgentUnderTest
from optimize.adapters.agents.loading import as_implementation, load
from optimize.adapters.agents.offline_agent import open_offline_model
from optimize.adapters.agents.python_agent import PythonAgentUnderTest
from optimize.adapters.agents.tool_calling_model import OpenModel
from optimize.application.ports.agent_under_test import AgentUnderTest
from optimize.application.ports.models import CallContext
from optimize.domain.agent_definition import AgentDefinition
from optimize.domain.errors import Invalid
from optimize.domain.template import fill


class Connections:
    """Connects definitions. `allow_modules`: the Python modules whose code the operator lets agents and tools use."""

    def __init__(self, allow_modules: frozenset[str], open_model: OpenModel = open_offline_model) -> None:
        self._allow_modules = allow_modules
        self._open_model = open_model

    def connect(self, definition: AgentDefinition) -> AgentUnderTest:
        """The agent of a definition, `{{agent.x}}` in its prompt filled in.

        Raises Forbidden `module_not_allowed`; Invalid `agent_not_loadable`, `bad_template` or `unknown_name`.
        """
        filled = _filled(definition)
        if filled.runtime is not None:
            return PythonAgentUnderTest(filled, load(filled.runtime.python, self._allow_modules))
        implementations = {
            tool.name: as_implementation(load(tool.source.python, self._allow_modules))
            for tool in filled.tools
            if tool.source.python is not None
        }
        return DeclaredAgentUnderTest(filled, implementations, self._open_model)

    def check(self, definition: AgentDefinition) -> None:
        """As `connect`, and Invalid, naming the field, for a model that nobody serves."""
        self.connect(definition)
        if definition.runtime is None:
            try:
                self._open_model(definition.model, CallContext(agent=definition.name))
            except Invalid as unserved:
                raise Invalid(unserved.code, unserved.detail, **unserved.fields, field="model.ref") from unserved


def _filled(definition: AgentDefinition) -> AgentDefinition:
    names = {"agent": definition.attributes}
    prompt = tuple(part.model_copy(update={"text": fill(part.text, names)}) for part in definition.prompt)
    return definition.model_copy(update={"prompt": prompt})
