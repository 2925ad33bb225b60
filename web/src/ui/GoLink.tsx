import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Search } from "../search";

interface Props {
  change: Search;
  children: ReactNode;
  className?: string;
  label?: string;
}

/** A link that changes parts of the address; it opens in a new tab like any other link. */
export function GoLink({ change, children, className, label }: Props) {
  return (
    <Link
      to="/"
      search={(known: Search) => ({ ...known, ...change })}
      className={className ?? "link"}
      aria-label={label}
      activeOptions={{ exact: true, includeSearch: true }}
    >
      {children}
    </Link>
  );
}
