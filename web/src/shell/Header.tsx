import {
  ActionIcon,
  Badge,
  Box,
  Button,
  Group,
  Menu,
  Text,
  Tooltip,
  useComputedColorScheme,
  useMantineColorScheme,
} from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { CircleUser, MessagesSquare, Moon, Sun, X } from "lucide-react";
import type { ReactNode } from "react";
import { api } from "../api/client";
import { useSession } from "../api/useSession";
import { OFFLINE_SENTENCE } from "../chat/ChatPanel";
import { Logo } from "../ui/Logo";
import { Models } from "./Models";

interface Props {
  picker: ReactNode;
  agent: string | undefined;
  chatOpen: boolean;
  onChat: () => void;
}

export function Header({ picker, agent, chatOpen, onChat }: Props) {
  const session = useSession();
  return (
    <Group h="100%" px="md" justify="space-between" wrap="nowrap" gap="sm">
      <Group gap={10} wrap="nowrap">
        <Logo />
        <Text fw={700} size="lg" className="brand" visibleFrom="xs">
          Optimize
        </Text>
        {session.data?.offline && (
          <Tooltip label={OFFLINE_SENTENCE} multiline maw={320}>
            <Badge
              variant="light"
              color="orange"
              className="badge"
              visibleFrom="sm"
              aria-label={OFFLINE_SENTENCE}
              tabIndex={0}
            >
              Offline model
            </Badge>
          </Tooltip>
        )}
      </Group>
      <Group gap={8} wrap="nowrap">
        <Box visibleFrom="sm">{picker}</Box>
        <Models agent={agent} />
        <ThemeSwitch />
        <Person />
        <Button
          hiddenFrom="md"
          size="xs"
          flex="none"
          variant={chatOpen ? "default" : "filled"}
          leftSection={chatOpen ? <X size={14} /> : <MessagesSquare size={14} />}
          aria-expanded={chatOpen}
          onClick={onChat}
        >
          {chatOpen ? "Close chat" : "Chat"}
        </Button>
      </Group>
    </Group>
  );
}

function ThemeSwitch() {
  const { setColorScheme } = useMantineColorScheme();
  const dark = useComputedColorScheme("light") === "dark";
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      aria-label={dark ? "Light theme" : "Dark theme"}
      onClick={() => setColorScheme(dark ? "light" : "dark")}
    >
      {dark ? <Sun size={18} /> : <Moon size={18} />}
    </ActionIcon>
  );
}

function Person() {
  const session = useSession();
  const client = useQueryClient();
  const navigate = useNavigate();
  const signOut = api.useMutation("delete", "/api/session", {
    onSuccess: () => {
      client.clear();
      void navigate({ to: "/signin" });
    },
  });
  const name = session.data?.name ?? "";
  return (
    <Menu position="bottom-end" width={220} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={`Signed in as ${name}`}>
          <CircleUser size={20} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          {name}, {session.data?.role}
        </Menu.Label>
        <Menu.Item onClick={() => signOut.mutate({})}>Sign out</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
