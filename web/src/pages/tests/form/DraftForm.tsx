import { Alert, Button, Group, Stack, Text, TextInput } from "@mantine/core";
import { CircleAlert } from "lucide-react";
import { type ComponentProps, type FormEvent, useEffect, useRef } from "react";
import { api } from "../../../api/client";
import { Loaded } from "../../../ui/Loaded";
import { ChangedMeanwhile } from "./ChangedMeanwhile";
import { CriteriaFields } from "./CriteriaFields";
import type { Kind } from "./draft";
import { MoreFields } from "./MoreFields";
import { spoken } from "./problems";
import { SettingFields } from "./SettingFields";
import { SituationFields } from "./SituationFields";
import { FormContext, useProblem } from "./schema/form";
import { UserFields } from "./UserFields";
import type { useKept } from "./useKept";
import type { Refusal, useSave } from "./useSave";

export type Kept = ReturnType<typeof useKept>;

type KindsQuery = ComponentProps<typeof Loaded<{ items: Kind[] }>>["query"];

/** A part of the form: what stands in it, and how it is changed. */
export type PartProps = Pick<Kept, "draft" | "change">;

interface Props {
  agent: string;
  kept: Kept;
  saving: ReturnType<typeof useSave>;
  onCancel: () => void;
  /** Gives up what was typed for what somebody else has saved meanwhile. */
  onTakeTheirs: () => void;
}

/** All of a test's content. The service says what is wrong with it; what it refuses stays as it was typed. */
export function DraftForm({ agent, kept, saving, onCancel, onTakeTheirs }: Props) {
  const kinds = api.useQuery("get", "/api/criteria", {}, { staleTime: Number.POSITIVE_INFINITY });
  const view = api.useQuery("get", "/api/agents/{agent}", { params: { path: { agent } } });
  const form = useRef<HTMLFormElement>(null);
  const { refusal } = saving;
  useEffect(() => {
    const marked = refusal && form.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    marked?.focus({ preventScroll: true });
    marked?.scrollIntoView({ block: "center" });
  }, [refusal]);

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void saving.save(kept);
  };
  return (
    <FormContext value={{ problems: refusal?.problems ?? [], tools: view.data?.tools ?? [] }}>
      <form ref={form} onSubmit={onSubmit} noValidate>
        <Parts kept={kept} kinds={kinds} />
        <div className="form-foot">
          {refusal && !refusal.newer && <NotSaved refusal={refusal} />}
          {refusal?.newer && (
            <ChangedMeanwhile
              onTakeTheirs={onTakeTheirs}
              onKeepMine={() => void saving.save({ draft: kept.draft, revision: refusal.newer })}
            />
          )}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onCancel}>
              Cancel
            </Button>
            <Button type="submit" loading={saving.saving}>
              Save draft
            </Button>
          </Group>
        </div>
      </form>
    </FormContext>
  );
}

const MOST_NAMED = 3;

function NotSaved({ refusal: { sentence, problems } }: { refusal: Refusal }) {
  const more = problems.length - MOST_NAMED;
  return (
    <Alert
      role="alert"
      color="red"
      mb="sm"
      p="sm"
      icon={<CircleAlert size={18} aria-hidden />}
      title="Not saved"
    >
      {problems.length === 0 && sentence}
      {problems.slice(0, MOST_NAMED).map((problem) => (
        <div key={problem.path}>{spoken(problem)}</div>
      ))}
      {more > 0 && <div>{more === 1 ? "One more field is marked." : `${more} more fields are marked.`}</div>}
    </Alert>
  );
}

function Parts({ kept, kinds }: { kept: Kept; kinds: KindsQuery }) {
  const { draft, change, restored } = kept;
  return (
    <Stack gap="xl">
      {restored && (
        <Text size="sm" c="dimmed" role="status">
          What you had typed before is back. It has not been saved yet.
        </Text>
      )}
      <NameField draft={draft} change={change} />
      <SituationFields draft={draft} change={change} />
      <UserFields draft={draft} change={change} />
      <Loaded query={kinds}>
        {({ items }) => (
          <>
            <CriteriaFields draft={draft} change={change} kinds={items} />
            <SettingFields draft={draft} change={change} kinds={items} />
          </>
        )}
      </Loaded>
      <MoreFields draft={draft} change={change} />
    </Stack>
  );
}

function NameField({ draft, change }: PartProps) {
  const error = useProblem("name");
  return (
    <TextInput
      label="Name"
      description="What the test is about, in a few words."
      withAsterisk
      data-autofocus
      error={error}
      value={draft.name}
      onChange={({ currentTarget }) => change({ name: currentTarget.value })}
    />
  );
}
