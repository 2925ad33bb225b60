import { Stack, Switch, Textarea } from "@mantine/core";
import { NumberBox } from "../../../ui/NumberBox";
import type { PartProps } from "./DraftForm";
import { type Draft, newUser } from "./draft";
import { FormPart } from "./FormPart";
import { useProblem } from "./schema/form";

type User = NonNullable<Draft["user"]>;

/** A second model that goes on as the user. */
export function UserFields({ draft: { user }, change }: PartProps) {
  const to = (part: Partial<User>) => change({ user: { ...newUser(), ...user, ...part } });
  return (
    <FormPart
      title="Simulated user"
      about="A model that answers the agent with a persona and a goal, for conversations of several turns."
      error={useProblem("simulated_user")}
    >
      <Switch
        label="Let a simulated user answer the agent"
        checked={user !== null}
        onChange={({ currentTarget }) => change({ user: currentTarget.checked ? newUser() : null })}
      />
      {user && <UserTexts user={user} to={to} />}
    </FormPart>
  );
}

function UserTexts({ user, to }: { user: User; to: (part: Partial<User>) => void }) {
  return (
    <Stack gap="sm" mt="sm">
      <Textarea
        label="Persona"
        description="Who the user is and how they speak."
        withAsterisk
        autosize
        minRows={1}
        error={useProblem("simulated_user.persona")}
        value={user.persona}
        onChange={({ currentTarget }) => to({ persona: currentTarget.value })}
      />
      <Textarea
        label="Goal"
        description="What they want from the agent; when they have it, they leave."
        withAsterisk
        autosize
        minRows={1}
        error={useProblem("simulated_user.goal")}
        value={user.goal}
        onChange={({ currentTarget }) => to({ goal: currentTarget.value })}
      />
      <NumberBox
        label="Turn limit"
        description="After so many turns the conversation ends."
        maw={220}
        allowDecimal={false}
        error={useProblem("simulated_user.turn_limit")}
        value={user.turn_limit}
        onChange={(turn_limit) => to({ turn_limit })}
      />
    </Stack>
  );
}
