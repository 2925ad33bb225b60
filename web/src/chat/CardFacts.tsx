import { Said } from "../ui/Said";
import { useOverflows } from "../ui/useOverflows";
import type { Card } from "./events";

/** Characters that fit beside each other in a narrow card. */
const SHORT_LABEL = 12;
const SHORT_VALUE = 60;

/** What a card says of itself; only this part scrolls, so that the question and its buttons stay in view. */
export function CardFacts({ facts }: Pick<Card, "facts">) {
  const { box, overflows } = useOverflows<HTMLDivElement>();
  return (
    <div
      ref={box}
      className="card-facts"
      data-scrolls={overflows}
      {...(overflows && { role: "group", "aria-label": "What is asked for", tabIndex: 0 })}
    >
      <dl>
        {facts.map(({ label, value }, position) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the facts of a card never change
          <div key={position} data-long={label.length > SHORT_LABEL || value.length > SHORT_VALUE}>
            <dt>{label}</dt>
            <dd>
              <Said text={value} />
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
