import { createContext, useContext } from "react";
import type { Schemas } from "../../../../api/client";

/** What is wrong with a field, as the service or the page said it. `path` is the field's in the body. */
export interface Problem {
  path: string;
  sentence: string;
}

interface Form {
  problems: Problem[];
  tools: Schemas["ToolView"][];
}

export const FormContext = createContext<Form>({ problems: [], tools: [] });

/** Names that are offered for the entries of a map: the parameters of the tool that the criterion is about. */
export const NamesContext = createContext<string[]>([]);

export const useTools = () => useContext(FormContext).tools;

/** What is wrong at `path`; with `inside`, also what is wrong deeper within it. */
export function useProblem(path: string, inside = false): string | undefined {
  const { problems } = useContext(FormContext);
  return problems.find((problem) => problem.path === path || (inside && problem.path.startsWith(`${path}.`)))
    ?.sentence;
}
