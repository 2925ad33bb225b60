import { keepPreviousData } from "@tanstack/react-query";
import { api } from "../../../api/client";
import type { Question, Setting } from "./settingRules";

/** What the service says a setting means; while a new answer is on its way, the last one. */
export function useSetting(question: Question): Setting | undefined {
  const { data } = api.useQuery(
    "post",
    "/api/setting",
    { body: question },
    { placeholderData: keepPreviousData, staleTime: Number.POSITIVE_INFINITY },
  );
  return data;
}
