/** Line icons, 24 units square. Never without words beside them or for a screen reader. */

export const icons = {
  rotate: "M4 12a8 8 0 1 0 2.6-5.9M4 4v4.500h4.500",
  back: "M20 12a8 8 0 1 1-2.600-5.900M20 4v4.500h-4.500",
  flip: "M12 3v18M8.500 7 3 17h5.500zM15.500 7 21 17h-5.500z",
  hint: "M9 18h6M10 21h4M8.500 14.500a5.500 5.500 0 1 1 7 0c-.8.700-1 1.300-1 2h-5c0-.7-.2-1.300-1-2z",
  more: "M5 12h.01M12 12h.01M19 12h.01",
  menu: "M4 7h16M4 12h16M4 17h16",
  zoom: "M10.500 17a6.500 6.500 0 1 0 0-13 6.500 6.500 0 0 0 0 13zM15.300 15.300 20 20M10.500 8v5M8 10.500h5",
  shrink: "M10.500 17a6.500 6.500 0 1 0 0-13 6.500 6.500 0 0 0 0 13zM15.300 15.300 20 20M8 10.500h5",
  close: "M6 6l12 12M18 6 6 18",
  check: "M5 12.500 10 17.500 19 7",
  first: "M6 5v14M19 5l-9 7 9 7z",
  previous: "M15 5l-8 7 8 7",
  next: "M9 5l8 7-8 7",
  last: "M18 5v14M5 5l9 7-9 7z",
  sound: "M5 9.500v5h3.500l4.500 4v-13l-4.500 4zM16 9a4 4 0 0 1 0 6M18.500 6.500a7.500 7.500 0 0 1 0 11",
  silent: "M5 9.500v5h3.500l4.500 4v-13l-4.500 4zM16.500 9.500l5 5M21.500 9.500l-5 5",
  theme: "M12 3a9 9 0 1 0 0 18zM12 3a9 9 0 0 1 0 18",
  link: "M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.700-5.700l-1 1M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.700 5.700l1-1",
} as const;

export type Icon = keyof typeof icons;
