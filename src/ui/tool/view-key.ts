/** Returns the name of a result in the viewer. The result's link has it as `data-view`. */
export function viewKey(task: string, index: number): string {
  return `${task}/${index}`
}
