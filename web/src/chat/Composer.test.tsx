import { fireEvent, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { describe, expect, it, vi } from "vitest";
import { show } from "../test/show";
import { Composer, LONGEST } from "./Composer";

type Given = Partial<Parameters<typeof Composer>[0]>;

function Written(given: Given) {
  const [text, setText] = useState(given.text ?? "");
  const line = {
    connected: true,
    running: false,
    sending: false,
    refusal: null,
    onLeaveEdit: null,
    onSend: () => {},
    onStop: () => {},
  };
  return <Composer {...line} {...given} text={text} onText={setText} />;
}

const box = () => screen.getByRole("textbox", { name: "Message to the assistant" });
const send = () => screen.getByRole("button", { name: "Send" });

describe("Composer", () => {
  it("sends on Enter and starts a new line on Shift+Enter", async () => {
    const onSend = vi.fn();
    await show(<Written onSend={onSend} />);
    await userEvent.type(box(), "one{Shift>}{Enter}{/Shift}two{Enter}");
    expect(onSend).toHaveBeenCalledExactlyOnceWith("one\ntwo");
    expect(box()).toHaveValue("one\ntwo");
  });

  it("leaves an Enter alone that ends a composition", async () => {
    const onSend = vi.fn();
    await show(<Written text="にほん" onSend={onSend} />);
    fireEvent.keyDown(box(), { key: "Enter", isComposing: true });
    expect(onSend).not.toHaveBeenCalled();
    fireEvent.keyDown(box(), { key: "Enter" });
    expect(onSend).toHaveBeenCalledOnce();
  });

  it("does not send nothing, nor while offline, and keeps the text", async () => {
    const onSend = vi.fn();
    await show(<Written text="  " onSend={onSend} />);
    expect(send()).toBeDisabled();
    await show(<Written text="kept" connected={false} onSend={onSend} />);
    fireEvent.keyDown(screen.getByDisplayValue("kept"), { key: "Enter" });
    expect(onSend).not.toHaveBeenCalled();
    expect(screen.getByDisplayValue("kept")).toBeVisible();
    expect(screen.getByText("Not connected. Your text is kept here.")).toBeVisible();
  });

  it("counts characters as the service does, and refuses one too many", async () => {
    await show(<Written text={"😀".repeat(LONGEST)} />);
    expect(screen.getByText("20,000 / 20,000")).toBeVisible();
    expect(send()).toBeEnabled();
    fireEvent.change(box(), { target: { value: "a".repeat(LONGEST + 2) } });
    expect(send()).toBeDisabled();
    expect(screen.getByText("Shorten it by 2 characters to send it.")).toBeVisible();
  });

  it("offers to stop while the assistant works", async () => {
    const onStop = vi.fn();
    await show(<Written text="next" running onStop={onStop} />);
    await userEvent.click(screen.getByRole("button", { name: "Stop" }));
    expect(onStop).toHaveBeenCalledOnce();
    expect(screen.queryByRole("button", { name: "Send" })).toBeNull();
  });

  it("says why a message was refused", async () => {
    await show(<Written text="again" refusal="The assistant is still working." />);
    expect(screen.getByRole("status")).toHaveTextContent("The assistant is still working.");
  });

  it("says what sending an edited message does, and is left by Escape or Cancel", async () => {
    const onLeaveEdit = vi.fn();
    await show(<Written text="anew" onLeaveEdit={onLeaveEdit} />);
    expect(screen.getByRole("note")).toHaveTextContent("What was drafted, run or decided meanwhile stays.");
    await userEvent.type(box(), "{Escape}");
    await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
    expect(onLeaveEdit).toHaveBeenCalledTimes(2);
  });
});
