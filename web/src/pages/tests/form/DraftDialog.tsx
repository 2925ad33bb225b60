import { Modal } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { useState } from "react";
import { http } from "../../../api/client";
import type { Test } from "../../../api/useTests";
import { useGo } from "../../../search";
import { Ask } from "../../../ui/Ask";
import { done, refused } from "../../../ui/tell";
import { useFocusBack } from "../../../ui/useFocusBack";
import { DraftForm } from "./DraftForm";
import { draftOf, newDraft } from "./draft";
import { type Based, useKept } from "./useKept";
import { useSave } from "./useSave";

interface Props {
  agent: string;
  /** The draft to change; without one, a new draft is written. */
  test?: Test;
  onClose: () => void;
}

const basedOn = (test: Test | undefined): Based =>
  test ? { draft: draftOf(test), revision: test.revision } : { draft: newDraft(), revision: null };

/** Writes a draft by hand. What was typed is given up only after a question. */
export function DraftDialog({ agent, test, onClose }: Props) {
  const go = useGo();
  useFocusBack();
  const narrow = useMediaQuery("(max-width: 48em)");
  const [leaving, setLeaving] = useState(false);
  const kept = useKept(`${agent}.${test?.id ?? "new"}`, () => basedOn(test));
  const close = () => {
    kept.forget();
    onClose();
  };
  const saving = useSave(agent, test, (saved) => {
    done(
      test
        ? "The draft is changed."
        : "The draft is saved. Dry-run it to see whether it means what you mean.",
    );
    close();
    go({ test: saved.id });
  });
  const takeTheirs = async () => {
    if (!test) return;
    const { data } = await http.GET("/api/tests/{id}", { params: { path: { id: test.id } } });
    if (data) kept.startFrom(basedOn(data));
    saving.forget();
  };
  const leave = () => (kept.changed ? setLeaving(true) : close());
  return (
    <>
      <Modal
        opened
        onClose={leave}
        title={test ? `Edit “${test.name}”` : "New draft"}
        size={880}
        fullScreen={narrow}
        closeOnEscape={!leaving}
        closeButtonProps={{ "aria-label": "Close" }}
        classNames={{ body: "form-body" }}
      >
        <DraftForm
          agent={agent}
          kept={kept}
          saving={saving}
          onCancel={leave}
          onTakeTheirs={() => void takeTheirs().catch(refused)}
        />
      </Modal>
      {leaving && (
        <Ask
          title="Give up what you changed?"
          yes="Give it up"
          no="Keep editing"
          danger
          onYes={close}
          onClose={() => setLeaving(false)}
        >
          Nothing of it has been saved.
        </Ask>
      )}
    </>
  );
}
