/**
 * Returns the path of the page that shows one task, without a language. Links to a result lead
 * there, because the page of the tool shows the newest results only.
 * @param service the id of the tool
 */
export function taskPath(service: string, task: string): string {
  return `/${service}/history?task=${task}`
}
