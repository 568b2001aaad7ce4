/** Marks the end of a growing answer. */
export function Caret() {
  return (
    <span
      aria-hidden="true"
      className="ms-0.5 inline-block h-[1.1em] w-0.5 animate-[breathe_0.7s_ease-in-out_infinite_alternate] rounded-full bg-accent align-text-bottom"
    />
  )
}
