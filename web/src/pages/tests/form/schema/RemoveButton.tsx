import { ActionIcon } from "@mantine/core";
import { Trash2 } from "lucide-react";

interface Props {
  label: string;
  onClick: () => void;
}

/** Takes a row away; the focus, which would go with it, moves to the button that adds one. */
export function RemoveButton({ label, onClick }: Props) {
  const remove = (button: HTMLElement) => {
    const around = button.closest(".fieldset, .form-part");
    const adders = around?.querySelectorAll<HTMLElement>(".add-button");
    onClick();
    Array.from(adders ?? [])
      .at(-1)
      ?.focus();
  };
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      className="remove-button"
      aria-label={label}
      onClick={({ currentTarget }) => remove(currentTarget)}
    >
      <Trash2 size={16} />
    </ActionIcon>
  );
}
