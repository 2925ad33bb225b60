import { Stack, Text, UnstyledButton } from "@mantine/core";
import { CircleDollarSign, PencilLine, Radar } from "lucide-react";
import { Logo } from "../ui/Logo";

const ASKS = [
  { label: "What would Run all cost?", icon: CircleDollarSign },
  { label: "What has no test yet?", icon: Radar },
];

interface Props {
  /** Whether only looking is allowed: then there is nothing to start. */
  onlyRead: boolean;
  onAsk: (text: string) => void;
  onWrite: (text: string) => void;
}

/** What an empty conversation offers. */
export function Starters({ onlyRead, onAsk, onWrite }: Props) {
  return (
    <div className="starters">
      <Logo size={40} />
      <Text fw={650} size="lg" mt="md">
        What must this agent do, or never do?
      </Text>
      <Text size="sm" c="dimmed" mb="lg">
        Say it in your own words. You get a draft, a dry run shows whether it means what you meant, and
        nothing counts before you accept it.
      </Text>
      {!onlyRead && (
        <Stack gap={8}>
          <UnstyledButton className="starter" onClick={() => onWrite("The agent must ")}>
            <PencilLine size={16} aria-hidden />
            Describe a test…
          </UnstyledButton>
          {ASKS.map(({ label, icon: Icon }) => (
            <UnstyledButton key={label} className="starter" onClick={() => onAsk(label)}>
              <Icon size={16} aria-hidden />
              {label}
            </UnstyledButton>
          ))}
        </Stack>
      )}
    </div>
  );
}
