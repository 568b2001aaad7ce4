/**
 * Returns the columns of a phone's bar as CSS. The longest of six labels would not fit into a sixth
 * of a narrow phone, so a longer label gets a wider column, and none is too narrow for a finger.
 * The columns need no item, since the browser shows the first ones while it parses the others.
 */
export function barColumns(labels: readonly string[]): string {
  // Two letters more make room for the icon, and for the gaps between the labels.
  return labels.map(label => `minmax(44px, ${Array.from(label).length + 2}fr)`).join(' ')
}
