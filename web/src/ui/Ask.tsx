import { Button, Group, Modal } from "@mantine/core";
import { type ReactNode, useId } from "react";
import { useAway } from "../api/away";
import { Away } from "./Away";
import { useFocusBack } from "./useFocusBack";

interface Props {
  title: string;
  yes: string;
  no?: string;
  onYes: () => void;
  onClose: () => void;
  busy?: boolean;
  disabled?: boolean;
  danger?: boolean;
  children: ReactNode;
}

/** Asks before something is done. */
export function Ask({ title, yes, no = "Cancel", onYes, onClose, busy, disabled, danger, children }: Props) {
  useFocusBack();
  const away = useAway();
  const reason = useId();
  return (
    <Modal opened onClose={onClose} title={title} size="lg" closeButtonProps={{ "aria-label": "Close" }}>
      {children}
      <Away id={reason} />
      <Group justify="flex-end" gap="sm" mt="xl">
        <Button variant="default" onClick={onClose}>
          {no}
        </Button>
        <Button
          color={danger ? "red" : undefined}
          loading={busy}
          disabled={disabled || away}
          aria-describedby={away ? reason : undefined}
          onClick={onYes}
        >
          {yes}
        </Button>
      </Group>
    </Modal>
  );
}
