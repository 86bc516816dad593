"""Words for what every system tells alike; a system may say it otherwise."""

CARRYING = {
    "drew": "{who} draws the {thing}",
    "switched": "{who} changes to the {thing}",
    "picked-up": "{who} picks the {thing} up",
    "holstered": "{who} puts the {thing} away",
    "reloaded": "{who} reloads the {thing}",
    "emptied": "the {thing} of {who} is empty",
    "dropped": "{who} drops the {thing}",
    "field.held": "",
    "field.off_hand": "",
    "field.weapons": "",
    "field.ammo": "",
    "field.board.lying": "",
}
