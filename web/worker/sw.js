// The shell (page, script, style, type) comes from the cache; games and moves always from the server.
const CACHE = "cornerwise-__VERSION__";
const SHELL = "__SHELL__";

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(SHELL)).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

self.addEventListener("push", (event) => {
  const { title, body, path, tag } = event.data.json();
  event.waitUntil(self.registration.showNotification(title, { body, tag, data: path, icon: "/icon-192.png" }));
});

// A page that is open already goes there; otherwise a new one opens.
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const path = event.notification.data;
  event.waitUntil(
    self.clients.matchAll({ type: "window" }).then(async ([page]) => {
      if (!page) return self.clients.openWindow(path);
      await page.navigate(path);
      return page.focus();
    }),
  );
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin || url.pathname.startsWith("/api/")) return;
  if (request.mode === "navigate") {
    // A fresh page when the server answers, the stored shell when it does not.
    if (/^\/(docs|openapi|redoc)/.test(url.pathname)) return;
    event.respondWith(fetch(request).catch(() => caches.match("/")));
  } else if (SHELL.includes(url.pathname)) {
    event.respondWith(caches.match(url.pathname).then((stored) => stored ?? fetch(request)));
  }
});
