/** Paths of the viewer's icons, for a view box of 24 by 24. */
export const VIEWER_ICONS = {
  back: 'm15 6-6 6 6 6',
  forth: 'm9 6 6 6-6 6',
  smaller: 'M6 12h12',
  larger: 'M6 12h12M12 6v12',
  compare:
    'M12 3v18M9 6H5a1 1 0 0 0-1 1v10a1 1 0 0 0 1 1h4M15 6h4a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1h-4',
  slide: 'm9 8-4 4 4 4M15 8l4 4-4 4',
  loop: 'm17 3 3 3-3 3M4 11V9a3 3 0 0 1 3-3h13M7 21l-3-3 3-3M20 13v2a3 3 0 0 1-3 3H4',
  frameBack: 'M18 6v12l-8-6zM6 6v12',
  frameForth: 'M6 6v12l8-6zM18 6v12',
  link: 'M10 14a4 4 0 0 0 5.7 0l3-3a4 4 0 0 0-5.7-5.7l-1 1M14 10a4 4 0 0 0-5.7 0l-3 3a4 4 0 0 0 5.7 5.7l1-1',
  star: 'm12 3.5 2.6 5.4 5.9.8-4.3 4.1 1.1 5.9-5.3-2.9-5.3 2.9 1.1-5.9-4.3-4.1 5.9-.8z',
  heart:
    'M12 20 4.6 12.5a4.9 4.9 0 0 1 0-6.9 4.9 4.9 0 0 1 6.9 0l.5.5.5-.5a4.9 4.9 0 0 1 6.9 0 4.9 4.9 0 0 1 0 6.9z',
  image:
    'M5 4h14a1 1 0 0 1 1 1v14a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1zM4 16l4.5-4.5 8 8M14 14l2-2 4 4M15 8.5h.1'
} as const
