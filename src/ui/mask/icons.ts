/** Paths of the mask editor's icons, for a view box of 24 by 24. */
export const MASK_ICONS = {
  brush:
    'M20 4 10.5 13.5M9 14a3.5 3.5 0 0 0-3.5 3.5c0 1.5-1 2.5-2.5 2.5 1 1 2.5 1 4 1a4 4 0 0 0 4-4z',
  lasso: 'M12 4c5 0 9 2.5 9 6s-4 6-9 6-9-2.5-9-6 4-6 9-6M7 15c0 3 1 5 4 6',
  eraser: 'M8 20h12M4.5 15.5 13 7l5.5 5.5L11 20H8.5zM9 11l5.5 5.5',
  undo: 'M9 7 4 12l5 5M4 12h10a6 6 0 0 1 6 6',
  redo: 'm15 7 5 5-5 5M20 12H10a6 6 0 0 0-6 6',
  clear:
    'M4 7h16M9 7V5a1 1 0 0 1 1-1h4a1 1 0 0 1 1 1v2M6 7l1 12a1 1 0 0 0 1 1h8a1 1 0 0 0 1-1l1-12M10 11v5M14 11v5',
  crop: 'M7 3v14h14M3 7h14v14',
  turn: 'M20 12a8 8 0 1 1-2.6-5.9M20 3v5h-5',
  zoom: 'M11 4a7 7 0 1 1 0 14 7 7 0 0 1 0-14M16 16l4.5 4.5M8 11h6M11 8v6'
} as const
