/** The name of a tool in the dock, and the path of its calls. */
export type DockTool = { name: string; path: string }
