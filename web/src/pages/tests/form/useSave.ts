import { useState } from "react";
import { api } from "../../../api/client";
import { ApiError, sentenceOf } from "../../../api/errors";
import { newId } from "../../../api/ids";
import type { Test } from "../../../api/useTests";
import { bodyOf } from "./draft";
import { problemsOf, unfinished } from "./problems";
import type { Problem } from "./schema/form";
import type { Based } from "./useKept";

const IN_PLACE = { meta: { shownInPlace: true } };
const NOT_READY = "Some of it cannot be sent yet.";

export interface Refusal {
  sentence: string;
  problems: Problem[];
  /** The revision that somebody else has made of it meanwhile. */
  newer: string | null;
}

function refusalOf(error: unknown, problems: Problem[]): Refusal {
  const changed = error instanceof ApiError && error.code === "changed";
  return { sentence: sentenceOf(error), problems, newer: changed ? String(error.fields.revision) : null };
}

/** Saves the draft; a refusal comes back with the fields it is about, and nothing else changes. */
export function useSave(agent: string, test: Test | undefined, onSaved: (saved: Test) => void) {
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [attempt, setAttempt] = useState({ key: "", content: "" });
  const create = api.useMutation("post", "/api/agents/{agent}/tests", IN_PLACE);
  const replace = api.useMutation("put", "/api/tests/{id}", IN_PLACE);

  const send = async ({ draft, revision }: Based) => {
    const body = bodyOf(draft);
    if (test) {
      const header = { "if-match": `"${revision}"` };
      return replace.mutateAsync({ params: { path: { id: test.id }, header }, body });
    }
    const content = JSON.stringify(body);
    // The same content sent again after a lost answer makes no second draft; other content is another draft.
    const key = attempt.content === content ? attempt.key : newId();
    setAttempt({ key, content });
    return create.mutateAsync({ params: { path: { agent } }, body, headers: { "Idempotency-Key": key } });
  };

  const save = async (based: Based) => {
    const open = unfinished(based.draft);
    if (open.length > 0) return setRefusal({ sentence: NOT_READY, problems: open, newer: null });
    setRefusal(null);
    try {
      onSaved(await send(based));
    } catch (error) {
      setRefusal(refusalOf(error, problemsOf(error, bodyOf(based.draft))));
    }
  };
  const forget = () => setRefusal(null);
  return { save, refusal, forget, saving: create.isPending || replace.isPending };
}
