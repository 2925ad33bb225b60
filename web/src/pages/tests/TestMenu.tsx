import { ActionIcon, Menu } from "@mantine/core";
import {
  Archive,
  Check,
  Ellipsis,
  FlaskConical,
  ListTree,
  PencilLine,
  Play,
  SquarePen,
  Trash2,
} from "lucide-react";
import { useMay } from "../../api/useMay";
import type { Test } from "../../api/useTests";
import { useGo } from "../../search";
import { useSuggest } from "../../shell/suggest";
import type { Wish } from "./TestDialogs";

interface Props {
  test: Test;
  onWish: (wish: Wish) => void;
}

interface MenuProps extends Props {
  /** Its name, told apart from others of the same. */
  called: string;
}

/** What can be done with a test in its state. */
export function TestMenu({ test, called, onWish }: MenuProps) {
  const go = useGo();
  const may = useMay();
  return (
    <Menu position="bottom-end" withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={`Actions for ${called}`}>
          <Ellipsis size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {test.state === "draft" && may.write && <DraftItems test={test} onWish={onWish} />}
        {test.state === "accepted" && may.write && <AcceptedItems test={test} onWish={onWish} />}
        <Menu.Item
          leftSection={<ListTree size={16} />}
          onClick={() => go({ tab: "runs", test: test.id, run: undefined, batch: undefined })}
        >
          Show its runs
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function DraftItems({ test, onWish }: Props) {
  const suggest = useSuggest();
  const may = useMay();
  return (
    <>
      <Menu.Item leftSection={<FlaskConical size={16} />} onClick={() => onWish({ kind: "dry_run", test })}>
        Dry-run
      </Menu.Item>
      {may.decide && (
        <Menu.Item leftSection={<Check size={16} />} onClick={() => onWish({ kind: "accept", test })}>
          Accept
        </Menu.Item>
      )}
      <Menu.Item leftSection={<SquarePen size={16} />} onClick={() => onWish({ kind: "edit", test })}>
        Edit
      </Menu.Item>
      <Menu.Item
        leftSection={<PencilLine size={16} />}
        onClick={() => suggest(`Change the draft “${test.name}”: `)}
      >
        Revise in the chat
      </Menu.Item>
      <Menu.Item
        leftSection={<Trash2 size={16} />}
        c="var(--mantine-color-error)"
        onClick={() => onWish({ kind: "discard", test })}
      >
        Discard
      </Menu.Item>
      <Menu.Divider />
    </>
  );
}

function AcceptedItems({ test, onWish }: Props) {
  const suggest = useSuggest();
  const may = useMay();
  return (
    <>
      {may.decide && (
        <Menu.Item leftSection={<Play size={16} />} onClick={() => onWish({ kind: "run", test })}>
          Run
        </Menu.Item>
      )}
      <Menu.Item leftSection={<PencilLine size={16} />} onClick={() => suggest(`Amend “${test.name}”: `)}>
        Amend
      </Menu.Item>
      {may.decide && (
        <Menu.Item
          leftSection={<Archive size={16} />}
          c="var(--mantine-color-error)"
          onClick={() => onWish({ kind: "retire", test })}
        >
          Retire
        </Menu.Item>
      )}
      <Menu.Divider />
    </>
  );
}
