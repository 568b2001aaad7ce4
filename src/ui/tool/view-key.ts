/** Returns the name by which the viewer finds a result of a page, as in `data-view`. */
export function viewKey(task: string, index: number): string {
  return `${task}/${index}`
}
