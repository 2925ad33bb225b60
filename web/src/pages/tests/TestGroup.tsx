import { Group, Text, Title } from "@mantine/core";
import { useId } from "react";
import type { Test } from "../../api/useTests";
import { toldApart } from "../../ui/apart";
import type { Wish } from "./TestDialogs";
import { TestRow } from "./TestRow";

interface Props {
  title: string;
  tests: Test[];
  onWish: (wish: Wish) => void;
}

export function TestGroup({ title, tests, onWish }: Props) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId}>
      <Group gap={8} mb={8}>
        <Title order={2} size="h6" id={titleId}>
          {title}
        </Title>
        <Text size="sm" c="dimmed" className="figures">
          {tests.length}
        </Text>
      </Group>
      <ul className="rows" aria-labelledby={titleId}>
        {toldApart(tests).map((test) => (
          <TestRow key={test.id} test={test} clash={test.clash} onWish={onWish} />
        ))}
      </ul>
    </section>
  );
}
