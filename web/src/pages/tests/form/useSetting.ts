import { keepPreviousData, useQueries } from "@tanstack/react-query";
import { api } from "../../../api/client";
import type { Question, Setting } from "./settingRules";

/** What the service says each setting means; while a new answer is on its way, the last one. */
export function useSettings(questions: Question[]): (Setting | undefined)[] {
  const queries = questions.map((body) =>
    api.queryOptions(
      "post",
      "/api/setting",
      { body },
      { placeholderData: keepPreviousData, staleTime: Number.POSITIVE_INFINITY },
    ),
  );
  return useQueries({ queries }).map(({ data }) => data);
}

export function useSetting(question: Question): Setting | undefined {
  return useSettings([question])[0];
}
