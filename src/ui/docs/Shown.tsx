/** A part of an HTTP request or response, below its name. */
export function HttpMessagePart({ name, text }: { name: string; text: string }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <h4 className="text-13 font-medium">{name}</h4>
      <div className="docs-code" dir="ltr">
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by the keyboard */}
        <pre tabIndex={0} role="region" aria-label={name}>
          <code>{text}</code>
        </pre>
      </div>
    </div>
  )
}
