import { Button, Menu, ScrollArea, Stack, Text } from "@mantine/core";
import { Plus } from "lucide-react";
import { CriterionFields } from "./CriterionFields";
import type { PartProps } from "./DraftForm";
import { type Criterion, type Kind, kindOf, newCriterion } from "./draft";
import { FormPart } from "./FormPart";
import { useProblem } from "./schema/form";

const GROUPS = [
  { by: "code", label: "Checked by code: exact, and the same every time" },
  { by: "model", label: "Judged by a model: for what code cannot see" },
] as const;

/** What must hold, by kind. The kinds and their fields are the service's. */
export function CriteriaFields({ draft: { criteria }, change, kinds }: PartProps & { kinds: Kind[] }) {
  const to = (next: Criterion[]) => change({ criteria: next });
  return (
    <FormPart title="Criteria" about="All of them must hold." error={useProblem("criteria")}>
      <Stack gap="md">
        {criteria.map((criterion, position) => (
          <CriterionFields
            key={criterion.id}
            criterion={criterion}
            kind={kindOf(kinds, criterion.kind)}
            position={position}
            onChange={(values) =>
              to(criteria.map((one) => (one.id === criterion.id ? { ...one, values } : one)))
            }
            onRemove={() => to(criteria.filter(({ id }) => id !== criterion.id))}
          />
        ))}
        <AddCriterion kinds={kinds} onAdd={(kind) => to([...criteria, newCriterion(kind)])} />
      </Stack>
    </FormPart>
  );
}

function AddCriterion({ kinds, onAdd }: { kinds: Kind[]; onAdd: (kind: Kind) => void }) {
  return (
    <Menu position="bottom-start" width={340} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Button variant="default" className="add-button" leftSection={<Plus size={16} aria-hidden />}>
          Add a criterion
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <ScrollArea.Autosize mah={340} type="auto">
          {GROUPS.map(({ by, label }) => (
            <div key={by}>
              <Menu.Label>{label}</Menu.Label>
              {kinds
                .filter(({ checked_by }) => checked_by === by)
                .map((kind) => (
                  <Menu.Item key={kind.kind} onClick={() => onAdd(kind)}>
                    <Text size="sm">{kind.title}</Text>
                    <Text size="xs" c="dimmed" className="mono">
                      {kind.kind}
                    </Text>
                  </Menu.Item>
                ))}
            </div>
          ))}
        </ScrollArea.Autosize>
      </Menu.Dropdown>
    </Menu>
  );
}
