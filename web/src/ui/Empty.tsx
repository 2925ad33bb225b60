import { Stack, Text, ThemeIcon } from "@mantine/core";
import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

interface Props {
  icon: LucideIcon;
  title: string;
  children: ReactNode;
  action?: ReactNode;
}

/** An empty place that says what to do. */
export function Empty({ icon: Icon, title, children, action }: Props) {
  return (
    <Stack align="center" gap={6} py={56} px="md" className="empty">
      <ThemeIcon size={48} radius="xl" variant="light" color="iris" mb="xs">
        <Icon size={24} aria-hidden />
      </ThemeIcon>
      <Text fw={650}>{title}</Text>
      <Text size="sm" c="dimmed" ta="center" maw={440}>
        {children}
      </Text>
      {action}
    </Stack>
  );
}
