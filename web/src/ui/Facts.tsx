interface Props {
  /** Label and value; what has no value is left out. */
  facts: [label: string, value: string | null | undefined][];
}

/** A few facts in a row. */
export function Facts({ facts }: Props) {
  return (
    <dl className="facts-row">
      {facts
        .filter(([, value]) => value)
        .map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}
