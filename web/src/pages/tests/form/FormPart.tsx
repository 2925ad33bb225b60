import { Text } from "@mantine/core";
import { type ReactNode, useId } from "react";

interface Props {
  title: string;
  about?: string;
  error?: string | undefined;
  children: ReactNode;
}

/** A titled part of the form. */
export function FormPart({ title, about, error, children }: Props) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="form-part">
      <Text component="h3" id={id} fw={650}>
        {title}
      </Text>
      {about && (
        <Text size="sm" c="dimmed" mb="sm">
          {about}
        </Text>
      )}
      {children}
      {error && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert" mt={6}>
          {error}
        </Text>
      )}
    </section>
  );
}
