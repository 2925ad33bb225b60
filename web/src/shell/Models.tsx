import { ActionIcon, Badge, Button, Group, Modal, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { Cpu } from "lucide-react";
import { api, type Schemas } from "../api/client";
import { sentenceOf } from "../api/errors";
import { useMay } from "../api/useMay";
import { useSession } from "../api/useSession";
import { ROLES } from "../ui/roles";

/** Which model serves which role. It is set where the service is started; whether it answers is tried here. */
export function Models({ agent }: { agent: string | undefined }) {
  const [opened, { open, close }] = useDisclosure(false);
  const models = useSession().data?.models ?? [];
  return (
    <>
      <ActionIcon variant="subtle" color="gray" size="lg" aria-label="Models" onClick={open}>
        <Cpu size={18} />
      </ActionIcon>
      <Modal opened={opened} onClose={close} title="Models" closeButtonProps={{ "aria-label": "Close" }}>
        <Text size="sm" c="dimmed" mb="md">
          Which model does what. The models are set where the service is started. A test is one short call,
          which costs what a call costs.
        </Text>
        <ul className="rows" aria-label="Models">
          {models.map((model) => (
            <ModelRow key={model.role} model={model} agent={agent} />
          ))}
        </ul>
      </Modal>
    </>
  );
}

interface RowProps {
  model: Schemas["ModelRole"];
  /** Under whose costs a test is booked. */
  agent: string | undefined;
}

function ModelRow({ model: { role, model, offline, note }, agent }: RowProps) {
  const may = useMay();
  const test = api.useMutation("post", "/api/agents/{agent}/models/{role}/test", {
    meta: { shownInPlace: true },
  });
  return (
    <li className="row">
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <Text fw={600} size="sm">
          {ROLES[role]}
        </Text>
        <Group gap={8} wrap="nowrap">
          <span className="mono verbatim">{model}</span>
          {offline && (
            <Badge variant="light" color="orange" className="badge">
              offline
            </Badge>
          )}
          {agent && may.write && (
            <Button
              size="compact-xs"
              variant="default"
              flex="none"
              loading={test.isPending}
              aria-label={`Test the model of the role ${ROLES[role]}`}
              onClick={() => test.mutate({ params: { path: { agent, role } } })}
            >
              Test
            </Button>
          )}
        </Group>
      </Group>
      <Outcome answer={test.data} error={test.error} />
      {note && (
        <Text size="sm" c="dimmed" mt={4}>
          {note}
        </Text>
      )}
    </li>
  );
}

type Answer = Schemas["ModelAnswer"];

/** What came of a test: that it answered and how fast, or what is wrong and what to do. */
function Outcome({ answer, error }: { answer: Answer | undefined; error: unknown }) {
  const failed = !!error || answer?.answers === false;
  const sentence = error ? sentenceOf(error) : answer && sentenceFor(answer);
  return (
    <Text role="status" size="sm" mt={sentence ? 4 : 0} c={failed ? "var(--mantine-color-error)" : undefined}>
      {sentence}
    </Text>
  );
}

function sentenceFor({ answers, seconds, detail }: Answer): string {
  if (!answers) return detail ?? "";
  const time = seconds === null || seconds === undefined ? "" : ` (${seconds.toFixed(1)} s)`;
  return [`Answers${time}.`, detail].filter(Boolean).join(" ");
}
