// SPDX-License-Identifier: Apache-2.0
// Asks the search worker of the site as the page does. usage: node site_search.js WORKER INDEX WORDS=PAGE...
// Each PAGE must be among the first ten pages found for its WORDS.
const fs = require("fs"), vm = require("vm");
const [workerFile, indexFile, ...cases] = process.argv.slice(2);
const heard = [];
let answer;
const room = {
  console, setTimeout, TypeError, Promise,
  postMessage: (message) => { answer = message; },
  addEventListener: (type, f) => type === "message" && heard.push(f),
  importScripts() {},
};
room.self = room.globalThis = room;
vm.createContext(room);
vm.runInContext(fs.readFileSync(workerFile, "utf8"), room);

const ask = async (message) => {
  answer = undefined;
  for (const f of heard) await f({ data: message });
  for (let k = 0; k < 1000 && !answer; k++) await new Promise((later) => setTimeout(later, 10));
  return answer;
};

(async () => {
  const index = JSON.parse(fs.readFileSync(indexFile, "utf8"));
  index.options = { pipeline: ["trimmer", "stopWordFilter"], suggestions: false };
  await ask({ type: 0, data: index });
  let failed = 0;
  for (const item of cases) {
    const [words, page] = item.split("=");
    const found = (await ask({ type: 2, data: words })).data.items.slice(0, 10).map((group) => group[0].location.replace(/#.*/, ""));
    if (page ? !found.includes(page) : found.length > 0) {
      console.log(`FAILED: '${words}' finds ${found.length ? found.join(" ") : "nothing"}, not ${page || "nothing"}`);
      failed = 1;
    }
  }
  process.exit(failed);
})();
