// Keeps the whole page, so that it opens without a network after the first visit. A new build has new file names, so a
// new list here. It waits until no tab of the old page is open, because these still ask for the old files; then the old
// cache goes. Other copies of the page on the same host have caches of their own.
importScripts("files.js");
const OURS = `mapwright ${new URL(self.registration.scope).pathname} `;
const CACHE = `${OURS}${self.FILES.join(" ")
  .split("")
  .reduce((hash, c) => (Math.imul(hash, 31) + c.charCodeAt(0)) | 0, 7)}`;

self.addEventListener("install", (event) => {
  // Past the browser's own cache, which may still hold the page of another build.
  const files = self.FILES.map((file) => new Request(file, { cache: "reload" }));
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(files)));
});

self.addEventListener("activate", (event) => {
  const old = caches.keys().then((names) => names.filter((name) => name.startsWith(OURS) && name !== CACHE));
  event.waitUntil(
    old.then((names) => Promise.all(names.map((name) => caches.delete(name)))).then(() => self.clients.claim()),
  );
});

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== location.origin) return;
  // Some hosts say that files vary by what asks for them; these do not.
  const same = { ignoreSearch: true, ignoreVary: true };
  const kept = caches.open(CACHE).then((cache) => cache.match(event.request, same));
  event.respondWith(kept.then((response) => response ?? fetch(event.request)));
});
