interface Named {
  id: string;
  name: string;
}

/** The end of an id, by which two of one name are told apart; the service writes it so on its cards, too. */
export const markOf = (id: string) => `#${id.slice(-4)}`;

const plain = (name: string) => name.trim().toLowerCase();

/** Each with what to call it among the others: its name, with its mark where another goes by the same. */
export function toldApart<T extends Named>(things: readonly T[]): (T & { clash: boolean; called: string })[] {
  const ids = new Map<string, Set<string>>();
  for (const { id, name } of things) {
    const known = ids.get(plain(name)) ?? new Set();
    ids.set(plain(name), known.add(id));
  }
  return things.map((thing) => {
    const clash = (ids.get(plain(thing.name))?.size ?? 0) > 1;
    return { ...thing, clash, called: clash ? `${thing.name} (${markOf(thing.id)})` : thing.name };
  });
}
