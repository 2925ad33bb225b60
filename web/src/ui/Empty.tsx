import { Stack, Text, ThemeIcon } from "@mantine/core";
import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

interface Props {
  icon: LucideIcon;
  title: string;
  children: ReactNode;
  action?: ReactNode;
  /** Nothing else stands on the page, so this is its heading. */
  wholePage?: boolean;
}

/** An empty place that says what to do. */
export function Empty({ icon: Icon, title, children, action, wholePage }: Props) {
  return (
    <Stack align="center" gap={6} py={56} px="md" className="empty">
      <ThemeIcon size={48} radius="xl" variant="light" color="iris" mb="xs">
        <Icon size={24} aria-hidden />
      </ThemeIcon>
      <Text component={wholePage ? "h1" : "p"} m={0} fw={650}>
        {title}
      </Text>
      <Text size="sm" c="dimmed" ta="center" maw={440}>
        {children}
      </Text>
      {action}
    </Stack>
  );
}
