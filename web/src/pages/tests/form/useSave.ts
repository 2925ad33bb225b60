import { useState } from "react";
import { api } from "../../../api/client";
import { sentenceOf } from "../../../api/errors";
import { newId } from "../../../api/ids";
import type { Test } from "../../../api/useTests";
import { bodyOf, type Draft } from "./draft";
import { problemsOf, unfinished } from "./problems";
import type { Problem } from "./schema/form";

const IN_PLACE = { meta: { shownInPlace: true } };
const NOT_READY = "Some of it cannot be sent yet.";

export interface Refusal {
  sentence: string;
  problems: Problem[];
}

/** Saves the draft; a refusal comes back with the fields it is about, and nothing else changes. */
export function useSave(agent: string, test: Test | undefined, onSaved: (saved: Test) => void) {
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [attempt, setAttempt] = useState({ key: "", content: "" });
  const create = api.useMutation("post", "/api/agents/{agent}/tests", IN_PLACE);
  const replace = api.useMutation("put", "/api/tests/{id}", IN_PLACE);

  const send = async (draft: Draft) => {
    const body = bodyOf(draft);
    if (test) return replace.mutateAsync({ params: { path: { id: test.id } }, body });
    const content = JSON.stringify(body);
    // The same content sent again after a lost answer makes no second draft; other content is another draft.
    const key = attempt.content === content ? attempt.key : newId();
    setAttempt({ key, content });
    return create.mutateAsync({ params: { path: { agent } }, body, headers: { "Idempotency-Key": key } });
  };

  const save = async (draft: Draft) => {
    const open = unfinished(draft);
    if (open.length > 0) return setRefusal({ sentence: NOT_READY, problems: open });
    setRefusal(null);
    try {
      onSaved(await send(draft));
    } catch (error) {
      setRefusal({ sentence: sentenceOf(error), problems: problemsOf(error, bodyOf(draft)) });
    }
  };
  return { save, refusal, saving: create.isPending || replace.isPending };
}
