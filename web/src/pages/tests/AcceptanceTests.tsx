import { Button, Group, SegmentedControl, Stack, Text, TextInput, Title } from "@mantine/core";
import { ClipboardCheck, FilePlus2, Play, Search as SearchIcon } from "lucide-react";
import { useId, useState } from "react";
import { useAway } from "../../api/away";
import { useMay } from "../../api/useMay";
import { type Test, useTests } from "../../api/useTests";
import { EmptyWithPrompt } from "../../shell/EmptyWithPrompt";
import { Away } from "../../ui/Away";
import { Loaded } from "../../ui/Loaded";
import { ShowMore } from "../../ui/ShowMore";
import { ActiveBatches } from "./ActiveBatches";
import { TestDialogs, type Wish } from "./TestDialogs";
import { TestDrawer } from "./TestDrawer";
import { TestGroup } from "./TestGroup";

const GROUPS = [
  { state: "accepted", title: "Accepted" },
  { state: "draft", title: "Drafts" },
  { state: "retired", title: "Retired" },
] as const;

type Filter = "all" | Test["state"];

function matches(test: Test, words: string): boolean {
  const text = [test.name, test.id, ...test.sentences, ...test.criteria.map((c) => c.kind)]
    .join(" ")
    .toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

interface Props {
  agent: string;
  /** The test whose details are open. */
  open: string | undefined;
}

/** The acceptance tests of one agent: what they ask for, what they last showed, and what can be done with them. */
export function AcceptanceTests({ agent, open }: Props) {
  const query = useTests(agent);
  const [wish, setWish] = useState<Wish | null>(null);
  const may = useMay();
  const away = useAway();
  const reason = useId();
  const accepted = query.data?.filter((test) => test.state === "accepted").length ?? 0;
  return (
    <Stack gap="md">
      <Group justify="space-between" gap="sm">
        <Title order={1} size="h3">
          Acceptance tests
        </Title>
        <Group gap="sm">
          {may.write && (
            <Button
              variant="default"
              leftSection={<FilePlus2 size={16} />}
              onClick={() => setWish({ kind: "new_draft" })}
            >
              New draft
            </Button>
          )}
          {may.decide && (
            <Button
              leftSection={<Play size={16} />}
              disabled={!accepted || away}
              aria-describedby={away ? reason : undefined}
              onClick={() => setWish({ kind: "run_all" })}
            >
              Run all
            </Button>
          )}
        </Group>
      </Group>
      <Away id={reason} />
      <ActiveBatches agent={agent} reason={reason} />
      <Loaded query={query}>{(tests) => <Tests tests={tests} onWish={setWish} />}</Loaded>
      <ShowMore query={query} what="tests" />
      <TestDialogs agent={agent} wish={wish} onClose={() => setWish(null)} />
      <TestDrawer id={open} onWish={setWish} />
    </Stack>
  );
}

function Tests({ tests, onWish }: { tests: Test[]; onWish: (wish: Wish) => void }) {
  const [filter, setFilter] = useState<Filter>("all");
  const [words, setWords] = useState("");
  if (tests.length === 0) return <NoTests />;

  const countOf = (state: Test["state"]) => tests.filter((test) => test.state === state).length;
  const found = tests.filter((test) => matches(test, words.trim()));
  const groups = GROUPS.filter(({ state }) => filter === "all" || filter === state)
    .map((group) => ({ ...group, tests: found.filter((test) => test.state === group.state) }))
    .filter((group) => group.tests.length > 0);
  return (
    <Stack gap="lg">
      <Group gap="sm">
        <SegmentedControl
          aria-label="State"
          value={filter}
          onChange={(value) => setFilter(value as Filter)}
          data={[
            { value: "all", label: `All ${tests.length}` },
            ...GROUPS.map(({ state, title }) => ({ value: state, label: `${title} ${countOf(state)}` })),
          ]}
        />
        <TextInput
          className="grow search"
          aria-label="Search tests"
          placeholder="Search by name, tool or criterion"
          leftSection={<SearchIcon size={16} aria-hidden />}
          value={words}
          onChange={(event) => setWords(event.currentTarget.value)}
        />
      </Group>
      {groups.map(({ state, title, tests: members }) => (
        <TestGroup key={state} title={title} tests={members} onWish={onWish} />
      ))}
      {groups.length === 0 && (
        <Text c="dimmed" ta="center" py="xl">
          No test matches. Change the search or the filter.
        </Text>
      )}
    </Stack>
  );
}

function NoTests() {
  return (
    <EmptyWithPrompt
      icon={ClipboardCheck}
      title="No acceptance test yet"
      prompt="The agent must "
      action="Describe a test"
    >
      Describe in the chat what the agent must do, or must never do. The assistant writes a draft that you can
      dry-run and accept.
    </EmptyWithPrompt>
  );
}
