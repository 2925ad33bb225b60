import { Alert, Button, Center, Code, Paper, PasswordInput, Stack, Text, Title } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { CircleAlert } from "lucide-react";
import { type FormEvent, useEffect, useEffectEvent, useState } from "react";
import { api } from "../api/client";
import { sentenceOf } from "../api/errors";
import { Logo } from "../ui/Logo";

/** The token in what was pasted: a whole sign-in link, its fragment, or the token alone. */
export function tokenIn(pasted: string): string {
  const fragment = /#(.*)$/.exec(pasted.trim())?.[1];
  return fragment === undefined ? pasted.trim() : (new URLSearchParams(fragment).get("token") ?? "");
}

/** Takes the one-time token out of the address at once, so that it stays in no history. */
function takeToken(): string {
  const token = tokenIn(window.location.hash || "#");
  if (token) window.history.replaceState(null, "", window.location.pathname);
  return token;
}

export function SignIn() {
  const [pasted, setPasted] = useState("");
  const navigate = useNavigate();
  const client = useQueryClient();
  const signIn = api.useMutation("post", "/api/session", {
    meta: { shownInPlace: true },
    onSuccess: () => {
      client.clear();
      void navigate({ to: "/" });
    },
  });
  const follow = useEffectEvent(() => {
    const token = takeToken();
    if (token) signIn.mutate({ body: { token } });
  });
  useEffect(() => {
    // A link opened while this page is already there changes only the fragment.
    const onLink = () => follow();
    onLink();
    window.addEventListener("hashchange", onLink);
    return () => window.removeEventListener("hashchange", onLink);
  }, []);

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const token = tokenIn(pasted);
    if (token) signIn.mutate({ body: { token } });
  };
  return (
    <Center mih="100dvh" p="md" component="main" className="sign-in">
      <Paper withBorder shadow="md" p="xl" radius="lg" w="100%" maw={420}>
        <form onSubmit={onSubmit}>
          <Stack gap="md">
            <Logo size={44} />
            <div>
              <Title order={1} size="h3">
                Sign in to Optimize
              </Title>
              <Text size="sm" c="dimmed" mt={4}>
                You are not signed in, or your session has ended. Open the sign-in link that the service
                printed when it started, or paste that link or a token here. A new link comes from{" "}
                <Code>optimize link</Code>, typed in the folder of the service.
              </Text>
            </div>
            {signIn.error && (
              <Alert color="red" icon={<CircleAlert size={18} aria-hidden />}>
                {sentenceOf(signIn.error)}
              </Alert>
            )}
            <PasswordInput
              label="Sign-in link or token"
              autoComplete="off"
              value={pasted}
              onChange={(event) => setPasted(event.currentTarget.value)}
              visibilityToggleButtonProps={{ "aria-label": "Show what is typed" }}
            />
            <Button type="submit" loading={signIn.isPending} disabled={!pasted.trim()}>
              Sign in
            </Button>
          </Stack>
        </form>
      </Paper>
    </Center>
  );
}
