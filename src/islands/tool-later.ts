// What a tool's page needs as soon as somebody uses it, in one part that is fetched then.
export { carryRun } from '#islands/carry-tool.ts'
export { createActs } from '#islands/tool-acts.ts'
export { showLeft, submit, uploadInto } from '#islands/tool-submit.ts'
export { loadNewest, watchTasks } from '#stores/generating.ts'
export { putTasks } from '#stores/shelf-changes.ts'
export { startUp } from '#stores/startup.ts'
