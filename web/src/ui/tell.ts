import { notifications } from "@mantine/notifications";
import { sentenceOf } from "../api/errors";

const closeButtonProps = { "aria-label": "Close" };

export function done(message: string): void {
  notifications.show({ message, color: "teal", closeButtonProps });
}

export function refused(error: unknown): void {
  notifications.show({ message: sentenceOf(error), color: "red", autoClose: 10_000, closeButtonProps });
}
