import { ActionIcon, Badge, Group, Modal, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { Cpu } from "lucide-react";
import type { Schemas } from "../api/client";
import { useSession } from "../api/useSession";
import { ROLES } from "../ui/roles";

/** Which model serves which role. It is set where the service is started. */
export function Models() {
  const [opened, { open, close }] = useDisclosure(false);
  const models = useSession().data?.models ?? [];
  return (
    <>
      <ActionIcon variant="subtle" color="gray" size="lg" aria-label="Models" onClick={open}>
        <Cpu size={18} />
      </ActionIcon>
      <Modal opened={opened} onClose={close} title="Models" closeButtonProps={{ "aria-label": "Close" }}>
        <Text size="sm" c="dimmed" mb="md">
          Which model does what. The models are set where the service is started.
        </Text>
        <ul className="rows" aria-label="Models">
          {models.map((model) => (
            <ModelRow key={model.role} model={model} />
          ))}
        </ul>
      </Modal>
    </>
  );
}

function ModelRow({ model: { role, model, offline, note } }: { model: Schemas["ModelRole"] }) {
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
        </Group>
      </Group>
      {note && (
        <Text size="sm" c="dimmed" mt={4}>
          {note}
        </Text>
      )}
    </li>
  );
}
