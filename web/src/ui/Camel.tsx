import { Fragment } from "react";

/** A name such as `toolParametersContain`, which may be broken between its words and nowhere else. */
export function Camel({ name }: { name: string }) {
  const [first, ...more] = name.split(/(?<=[a-z])(?=[A-Z])/);
  return (
    <>
      {first}
      {more.map((word, position) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the words of a name never change
        <Fragment key={position}>
          <wbr />
          {word}
        </Fragment>
      ))}
    </>
  );
}
