import { AppShell, Box, Center, Loader } from "@mantine/core";
import { useSearch } from "@tanstack/react-router";
import { Bot } from "lucide-react";
import { useState } from "react";
import { api } from "../api/client";
import { ApiError } from "../api/errors";
import { useSession } from "../api/useSession";
import { ChatPanel } from "../chat/ChatPanel";
import { type Search, useGo } from "../search";
import { Empty } from "../ui/Empty";
import { Problem } from "../ui/Loaded";
import { AgentPicker } from "./AgentPicker";
import { Header } from "./Header";
import { NoSuchAgent } from "./NoSuchAgent";
import { SkipLink, WORK } from "./SkipLink";
import { SuggestContext } from "./suggest";
import { useCoveringChat } from "./useCoveringChat";
import { useLastAgent } from "./useLastAgent";
import { WorkTabs } from "./WorkTabs";

const CHAT_WIDTH = 420;

/** The page: the conversation docked on the left, the work on the right. */
export function Workspace() {
  const session = useSession();
  const agents = api.useQuery("get", "/api/agents", {});
  // A service that is away for a moment takes nothing off the screen that it has already said.
  if (session.data && agents.data) return <Docked names={agents.data.items.map(({ name }) => name)} />;
  const problem = session.error ?? agents.error;
  return (
    <Center mih="100dvh" p="md">
      {problem ? (
        <Problem error={problem} onRetry={() => void Promise.all([session.refetch(), agents.refetch()])} />
      ) : (
        <Loader role="status" aria-label="Loading" />
      )}
    </Center>
  );
}

/**
 * The agent that the address names; where it names none, the last chosen, or else the first one. `missing`: there is no such agent.
 * One that is not listed may stand past the end of the list, so it is asked for.
 */
function useAgent(names: string[], named: string | undefined) {
  const chosen = useLastAgent(names, named);
  const listed = !named || names.includes(named);
  const { data, error } = api.useQuery(
    "get",
    "/api/agents/{agent}",
    { params: { path: { agent: named ?? "" } } },
    { enabled: !listed },
  );
  if (listed) return { agent: named || chosen || names[0], missing: false };
  return { agent: data && named, missing: error instanceof ApiError && error.status === 404 };
}

function Docked({ names }: { names: string[] }) {
  const search: Search = useSearch({ strict: false });
  const go = useGo();
  const chat = useCoveringChat();
  const [suggestion, setSuggestion] = useState<string | null>(null);
  const { agent, missing } = useAgent(names, search.agent);
  const suggest = (text: string) => {
    setSuggestion(text);
    chat.open();
  };
  const picker = <AgentPicker names={names} agent={agent} />;
  return (
    <SuggestContext value={suggest}>
      <SkipLink onSkip={chat.close} />
      <AppShell
        header={{ height: 56 }}
        navbar={{ width: CHAT_WIDTH, breakpoint: "md", collapsed: { mobile: !chat.isOpen, desktop: !agent } }}
        padding={0}
      >
        <AppShell.Header>
          <Header picker={picker} agent={agent} chatOpen={chat.isOpen} onChat={chat.toggle} />
        </AppShell.Header>
        <AppShell.Navbar data-open={chat.isOpen}>
          {agent && (
            <ChatPanel
              key={agent}
              agent={agent}
              chosen={search.thread}
              onThread={(thread) => go({ thread })}
              suggestion={suggestion}
              onSuggested={() => setSuggestion(null)}
            />
          )}
        </AppShell.Navbar>
        <AppShell.Main className="main">
          <Box className="work" id={WORK} tabIndex={-1}>
            <Box hiddenFrom="sm" mb="md">
              {picker}
            </Box>
            {agent && <WorkTabs agent={agent} search={search} />}
            {missing && <NoSuchAgent agent={search.agent ?? ""} names={names} />}
            {names.length === 0 && !missing && <NoAgent />}
          </Box>
        </AppShell.Main>
      </AppShell>
    </SuggestContext>
  );
}

function NoAgent() {
  return (
    <Empty icon={Bot} title="No agent yet" wholePage>
      Register the agent to be tested: POST its definition to /api/agents, or start the service with its
      sample agent.
    </Empty>
  );
}
