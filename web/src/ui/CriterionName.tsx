import { Said, spoken } from "./Said";

interface Props {
  kind: string;
  /** The criterion in plain words; what was recorded before it was kept has none. */
  sentence: string | undefined;
}

/** What a criterion asks: one kind may stand there several times. Two lines of it, the rest under the pointer. */
export function CriterionName({ kind, sentence }: Props) {
  return (
    <div className="bound-what" title={sentence && spoken(sentence)}>
      <span className="kind">{kind}</span>
      {sentence && (
        <>
          {" "}
          <span className="telling">
            <Said text={sentence} />
          </span>
        </>
      )}
    </div>
  );
}
