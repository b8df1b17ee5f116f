// Keeps the whole page, so that it opens without a network after the first visit. A new build has new file names, so a
// new list here, and the old cache goes.
importScripts("files.js");
const CACHE = `mapwright-${self.FILES.join(" ").split("").reduce((hash, c) => (Math.imul(hash, 31) + c.charCodeAt(0)) | 0, 7)}`;

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(self.FILES)).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  const old = caches.keys().then((names) => names.filter((name) => name.startsWith("mapwright-") && name !== CACHE));
  event.waitUntil(old.then((names) => Promise.all(names.map((name) => caches.delete(name)))).then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== location.origin) return;
  event.respondWith(caches.match(event.request, { ignoreSearch: true }).then((kept) => kept ?? fetch(event.request)));
});
