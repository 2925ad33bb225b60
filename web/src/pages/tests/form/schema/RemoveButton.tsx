import { ActionIcon } from "@mantine/core";
import { Trash2 } from "lucide-react";

export function RemoveButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <ActionIcon variant="subtle" color="gray" className="remove-button" aria-label={label} onClick={onClick}>
      <Trash2 size={16} />
    </ActionIcon>
  );
}
