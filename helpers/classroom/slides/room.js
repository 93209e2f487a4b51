// Votes. Where a server counts them, the room is asked to join first, the slide on the wall opens a vote, and
// closes it with the count; back at the question a new round begins. The speaker's window shows the counts, too.
// Anywhere else people vote with their fingers, without a press for the count.

const room = document.querySelector("meta[name=room]")?.content;
const votes = [...document.querySelectorAll(".vote")];

function address() {
  const image = Object.assign(document.createElement("img"), { src: "/code.svg", alt: "" });
  return [image, Object.assign(document.createElement("b"), { textContent: `${location.host}/${room}` })];
}

if (room) {
  for (const join of document.querySelectorAll(".join")) join.append(...address(), document.createElement("em"));
  new EventSource("/counts").onmessage = ({ data }) => {
    const { id, counts } = JSON.parse(data), all = Object.values(counts).reduce((sum, n) => sum + n, 0);
    for (const here of votes.filter((vote) => JSON.parse(vote.dataset.vote).id === id)) {
      here.querySelector("em").textContent = `${all} ${all === 1 ? "vote" : "votes"}`;
      for (const row of here.querySelectorAll("li")) {
        const n = counts[row.dataset.option] ?? 0;
        row.style.setProperty("--part", all ? n / all : 0);
        row.querySelector("output").textContent = n;
      }
    }
  };
} else {
  for (const join of document.querySelectorAll(".join")) join.textContent = "One finger for A, two for B, and so on.";
  for (const count of document.querySelectorAll(".fragment.count")) count.remove();
  Reveal.sync();
}

if (room && !SMALL) {
  const tell = (about) => fetch("/control", { method: "POST", body: JSON.stringify(about) });
  const joining = document.body.appendChild(
    Object.assign(document.createElement("dialog"), { className: "joining", innerHTML: "<h1>Vote with your phone</h1>" }));
  joining.append(...address());
  const now = () => {
    joining.close();
    const here = Reveal.getCurrentSlide().querySelector(".vote");
    if (here) tell({ ...JSON.parse(here.dataset.vote), open: !here.querySelector(":is(.count, .why).visible") });
    else tell({ open: false });
  };
  for (const event of ["slidechanged", "fragmentshown", "fragmenthidden"]) Reveal.on(event, now);
  bind(74, "J", "How to join the votes", () => (joining.open ? joining.close() : joining.showModal()));
  now();
  joining.showModal();
}
